"""The peers of the imaging benchmark: the same work by scipy and scikit-image on two cores.

peers.py FOLDER ROUNDS: reads the arrays that `arrays.ts` wrote, prints JSON: name -> seconds of each round.
"""
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import scipy.fft
from scipy import ndimage
from skimage.registration import phase_cross_correlation
from skimage.restoration import richardson_lucy

folder = sys.argv[1]
rounds = int(sys.argv[2])
with open(os.path.join(folder, "shapes.json")) as file:
    shapes = json.load(file)


def array(name):
    return np.fromfile(os.path.join(folder, name + ".f32"), np.float32).reshape(shapes[name])


def basic(stack, size=64, tolerance=1e-4, reweight_tolerance=1e-2):
    """BaSiC without its darkfield: the steps of `basic-illumination.ts`, in numpy."""
    count, height, width = stack.shape
    blocks = stack.reshape(count, size, height // size, size, width // size)
    images = np.sort(blocks.mean(axis=(2, 4), dtype=np.float64), axis=0)
    norm = np.linalg.norm(images)
    mean = images.mean(axis=0)
    dct = lambda field: scipy.fft.dctn(field, norm="ortho")
    idct = lambda field: scipy.fft.idctn(field, norm="ortho")
    penalty = np.abs(dct(mean / mean.mean())).sum() / 400 * 0.5
    first = 12.5 / np.linalg.svd(images.reshape(count, -1), compute_uv=False)[0]
    weights = np.ones_like(images)
    last = None
    for _ in range(25):
        rest = np.zeros_like(images)
        multipliers = np.zeros_like(images)
        levels = np.ones(count)
        coefficients = np.zeros((size, size))
        flat = np.zeros((size, size))
        step = first
        for _ in range(500):
            pull = images - levels[:, None, None] * flat - rest + multipliers / step
            coefficients = coefficients + dct(pull.mean(axis=0))
            coefficients = np.sign(coefficients) * np.maximum(np.abs(coefficients) - penalty / step, 0)
            flat = idct(coefficients)
            unexplained = images - levels[:, None, None] * flat
            rest = unexplained + multipliers / step
            rest = np.sign(rest) * np.maximum(np.abs(rest) - weights / step, 0)
            gap = unexplained - rest
            multipliers += step * gap
            means = (images - rest).mean(axis=(1, 2))
            levels = np.maximum(0, means / means.mean())
            if np.linalg.norm(gap) < tolerance * norm:
                break
            step = min(step * 1.5, first * 1e7)
        scale = flat.mean()
        flat = flat / scale
        if last is not None and np.abs(flat - last).sum() <= reweight_tolerance * np.abs(last).sum():
            break
        last = flat
        weights = 1 / (np.abs(rest / (levels * scale + 1e-6)[:, None, None]) + 0.1)
        weights /= weights.mean()
    flat = ndimage.zoom(flat, (height / size, width / size), order=1, grid_mode=True, mode="nearest")
    return flat / flat.mean()


def lucy_scipy(volume, psf, iterations):
    """Mirrored beyond its borders, real transforms in 32 bits on two threads."""
    half = [side // 2 for side in psf.shape]
    padded = np.pad(volume, [(3 * h, 3 * h) for h in half], mode="symmetric")
    size = [scipy.fft.next_fast_len(n, real=True) for n in padded.shape]
    padded = np.pad(padded, [(0, s - n) for s, n in zip(size, padded.shape)], mode="symmetric")
    kernel = np.zeros(size, np.float32)
    kernel[tuple(slice(0, n) for n in psf.shape)] = psf
    kernel = np.roll(kernel, [-h for h in half], axis=(0, 1, 2))
    spectrum = scipy.fft.rfftn(kernel, workers=2)
    mirrored = np.conj(spectrum)
    convolve = lambda field, by: scipy.fft.irfftn(
        scipy.fft.rfftn(field, workers=2) * by, s=size, workers=2, overwrite_x=True
    )
    estimate = padded.copy()
    for _ in range(iterations):
        ratio = padded / np.maximum(convolve(estimate, spectrum), 1e-6)
        estimate *= np.maximum(convolve(ratio, mirrored), 0)
    return estimate[tuple(slice(3 * h, 3 * h + n) for h, n in zip(half, volume.shape))]


def whiten(image):
    return ndimage.laplace(ndimage.gaussian_filter(image, 1))


def pair(task):
    a, b = task
    return phase_cross_correlation(a, b, upsample_factor=100, normalization=None)[0]


def project(stack, radius=2, sigma=10):
    side = 2 * radius + 1
    best = image = depth = None
    for z, plane in enumerate(stack):
        mean = ndimage.uniform_filter(plane, side)
        variance = ndimage.uniform_filter(plane * plane, side) - mean * mean
        sharpness = ndimage.gaussian_filter(variance, sigma)
        if best is None:
            best, image, depth = sharpness, plane.copy(), np.zeros(plane.shape, np.uint16)
            continue
        sharper = sharpness > best
        best[sharper] = sharpness[sharper]
        image[sharper] = plane[sharper]
        depth[sharper] = z
    return image, depth


def lucy_halves(volume, psf, pool):
    halves = np.split(volume, 2, axis=2)
    run = lambda half: richardson_lucy(half, psf, num_iter=shapes["iterations"], clip=False)
    return list(pool.map(run, halves))


def overlaps(white):
    """Horizontal and vertical neighbours of a grid in snake order, where they nominally overlap."""
    columns, strip = shapes["columns"], shapes["strip"]
    rows = [list(range(r * columns, (r + 1) * columns))[:: -1 if r % 2 else 1] for r in range(columns)]
    pairs = []
    for r, row in enumerate(rows):
        for c, tile in enumerate(row):
            if c + 1 < columns:
                pairs.append((white[tile][:, -strip:], white[row[c + 1]][:, :strip]))
            if r + 1 < columns:
                pairs.append((white[tile][-strip:], white[rows[r + 1][c]][:strip]))
    return pairs


def cpu_seconds():
    return time.process_time()


def basic_measured(stack):
    before = cpu_seconds()
    basic(stack)
    return cpu_seconds() - before


def timed(work):
    """[wall, CPU] seconds of each round; what `work` answers is the CPU time of other processes."""
    samples = []
    for _ in range(rounds):
        start, cpu = time.perf_counter(), cpu_seconds()
        more = work() or 0
        samples.append([time.perf_counter() - start, cpu_seconds() - cpu + more])
    return samples


def illumination():
    stacks = array("illumination")
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(abs, [1, 2]))
        return timed(lambda: sum(pool.map(basic_measured, stacks)))


def in_threads(work):
    def run():
        with ThreadPoolExecutor(2) as pool:
            work(pool)

    return timed(run)


def registration(pool):
    pairs = overlaps(list(pool.map(whiten, tiles)))
    list(pool.map(pair, pairs))


volume, psf, tiles, channels = (array(name) for name in ("volume", "psf", "tiles", "focus"))
samples = {
    "illumination 0": illumination(),
    "lucy 0": in_threads(lambda pool: lucy_halves(volume, psf, pool)),
    "lucy 1": timed(lambda: lucy_scipy(volume, psf, shapes["iterations"]) is None),
    "registration 0": in_threads(registration),
    "focus 0": in_threads(lambda pool: list(pool.map(project, channels))),
}
print(json.dumps(samples))
