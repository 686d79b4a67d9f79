"""Games made by hand, each for one thing on which the engine and the reference once differed."""

from tests.reference.cases import moves, nobody, rules, silence, spans, turns
from tests.reference.cases.common import CASES

__all__ = ["CASES", "moves", "nobody", "rules", "silence", "spans", "turns"]
