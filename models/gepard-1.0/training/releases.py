"""Where plosives open, and how noise rises and falls within a frame: both from the energy above 1.5 kHz of blocks of 64
samples (2.9 ms), four to a frame. An envelope of 23 ms cannot show either."""
import numpy as np
from scipy.ndimage import gaussian_filter1d
from scipy.signal import butter, sosfilt

from features import HOP, SR

BLOCKS = 4                                  # to a frame
# An envelope is seen through 330 samples of a Hann window and rendered through 512: together about a Gaussian of 103
# samples' deviation, in blocks
SMEARED = 1.6
BEFORE, AFTER = 4, 2                        # blocks on both sides of a release whose energies are compared
LEAST = 1.4                                 # of a rise that is a release, natural log of power: 6 dB
EDGE = 8                                    # blocks on both sides of a release in which noise rises and falls by it
RANGE = (-2.5, 1.5)                         # of gains, natural log of amplitude


def block_energy(audio):
    """int16 samples -> [4 * frames] mean power above 1.5 kHz of each block, with a floor 60 dB below what is loud."""
    x = sosfilt(butter(2, 1500, "highpass", fs=SR, output="sos"), audio.astype(np.float32) / 32768)
    energy = (x.astype(np.float32) ** 2).reshape(-1, HOP // BLOCKS).mean(1)
    return energy + 1e-6 * np.percentile(energy, 95)


def gains(energy):
    """[frames, 4] log amplitude of the blocks against what an envelope shows of them. The four blocks of row t are centred on the
    beginning of frame t, as the hops are that the vocoder filters."""
    log_ratio = .5 * np.log(energy / gaussian_filter1d(energy, SMEARED))
    shifted = np.concatenate([np.zeros(BLOCKS // 2, np.float32), log_ratio[:-(BLOCKS // 2)]])
    return shifted.reshape(-1, BLOCKS).clip(*RANGE)


def rises(energy):
    """[blocks] natural log of the mean power of the blocks from here on against those before."""
    sums = np.concatenate([[0.], np.cumsum(energy, dtype=np.float64)])
    i = np.arange(len(energy))
    after, before = np.minimum(i + AFTER, len(energy)), np.maximum(i - BEFORE, 0)
    rise = np.log((sums[after] - sums[i]) / np.maximum(after - i, 1)) - np.log(np.maximum(sums[i] - sums[before], 1e-12) / np.maximum(i - before, 1))
    rise[0] = 0
    return rise


def release(rise, first, end):
    """Where a plosive of the frames [first, end) opens, as a share of its length; 1 where it does not."""
    part = rise[first * BLOCKS:end * BLOCKS]
    return part.argmax() / len(part) if len(part) and part.max() > LEAST else 1.
