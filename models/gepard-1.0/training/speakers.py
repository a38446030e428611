"""The speakers of the model, in the order of the checkpoint's rows: language, whether recorded or synthetic, and the
share of the training batches that is theirs."""
from dataclasses import dataclass


@dataclass
class Speaker:
    language: str
    recorded: bool
    share: float


SPEAKERS = {
    "slt": Speaker("en", False, .05),
    "rms": Speaker("en", False, .05),
    "awb": Speaker("en", False, .05),
    "kal16": Speaker("en", False, .05),
    "kathleen": Speaker("en", True, .30),
    "kerstin": Speaker("de", True, .28),
    "nathalie": Speaker("nl", True, .22),
}
