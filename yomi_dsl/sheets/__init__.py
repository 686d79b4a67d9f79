"""Wording and sheets: what the cards say, in words made from the IR, and how they are printed.

`wording` has the text of a card, `audit` checks that it says all, `typeset` prints. The other modules serve these.
"""
