"""The reference: a naive interpreter of the IR, with which the engine is compared. It knows nothing of the engine."""
