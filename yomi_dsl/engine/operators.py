"""What connects values: and, or, not, sums and comparisons. Nothing in a sum gives nothing; compared, it gives no."""

from __future__ import annotations

from typing import Any

from yomi_dsl import ir
from yomi_dsl.engine.codes import Fn
from yomi_dsl.engine.state import Frame, State


def both(args: list[Fn]) -> Fn:
    """Do all hold? Of none, that is so."""
    if not args:
        return lambda st, f: True
    if len(args) == 1:
        return args[0]
    if len(args) == 2:
        a, b = args
        return lambda st, f: a(st, f) and b(st, f)
    if len(args) == 3:
        a, b, c = args
        return lambda st, f: a(st, f) and b(st, f) and c(st, f)

    def run(st: State, f: Frame) -> bool:
        for arg in args:
            if not arg(st, f):
                return False
        return True

    return run


def either(args: list[Fn]) -> Fn:
    if len(args) == 2:
        a, b = args
        return lambda st, f: a(st, f) or b(st, f)

    def run(st: State, f: Frame) -> bool:
        for arg in args:
            if arg(st, f):
                return True
        return False

    return run


def unary(op: str, a: Fn) -> Fn:
    if op == "not":
        return lambda st, f: not a(st, f)

    def run(st: State, f: Frame) -> Any:
        x = a(st, f)
        if x is None:
            return None
        return -x if op in ("neg", "-") else (x + 1) // 2 if op == "half-up" else x // 2

    return run


def binary(op: str, a: Fn, b: Fn, right: Any) -> Fn:
    """Sums of nothing are nothing; comparing with nothing is never true."""
    if isinstance(right, ir.Lit) and right.value is not None:
        return _with_constant(op, a, right.value)

    def add(st: State, f: Frame) -> Any:
        x, y = a(st, f), b(st, f)
        return None if x is None or y is None else x + y

    def sub(st: State, f: Frame) -> Any:
        x, y = a(st, f), b(st, f)
        return None if x is None or y is None else x - y

    def mul(st: State, f: Frame) -> Any:
        x, y = a(st, f), b(st, f)
        return None if x is None or y is None else x * y

    def less(st: State, f: Frame) -> bool:
        x, y = a(st, f), b(st, f)
        return x is not None and y is not None and x < y

    def most(st: State, f: Frame) -> bool:
        x, y = a(st, f), b(st, f)
        return x is not None and y is not None and x <= y

    def more(st: State, f: Frame) -> bool:
        x, y = a(st, f), b(st, f)
        return x is not None and y is not None and x > y

    def least(st: State, f: Frame) -> bool:
        x, y = a(st, f), b(st, f)
        return x is not None and y is not None and x >= y

    return {"+": add, "-": sub, "*": mul, "<": less, "<=": most, ">": more, ">=": least}[op]


def _with_constant(op: str, a: Fn, y: Any) -> Fn:
    def add(st: State, f: Frame) -> Any:
        x = a(st, f)
        return None if x is None else x + y

    def mul(st: State, f: Frame) -> Any:
        x = a(st, f)
        return None if x is None else x * y

    def less(st: State, f: Frame) -> bool:
        x = a(st, f)
        return x is not None and x < y

    def most(st: State, f: Frame) -> bool:
        x = a(st, f)
        return x is not None and x <= y

    def more(st: State, f: Frame) -> bool:
        x = a(st, f)
        return x is not None and x > y

    def least(st: State, f: Frame) -> bool:
        x = a(st, f)
        return x is not None and x >= y

    if op == "-":
        return _with_constant("+", a, -y)
    return {"+": add, "*": mul, "<": less, "<=": most, ">": more, ">=": least}[op]
