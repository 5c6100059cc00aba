"""Richardson-Lucy deconvolution on a graphics card, or on the CPU where there is none.

A step of one's own for the kintsugi workflow, in the place of `decon`:

    steps: { decon: { script: decon_cupy.py } }

Needs numpy, scipy and tifffile; cupy is used if it is there and sees a card. flow has set
CUDA_VISIBLE_DEVICES to the card of the job; a job that was given one never computes on the CPU
instead. `snakemake` is the object that flow, like Snakemake, gives to Python scripts.
"""

import sys
import xml.etree.ElementTree as ET

import numpy as np
import scipy.fft
import scipy.special
import tifffile

try:
    import cupy as xp
    import cupyx.scipy.fft as fft

    xp.cuda.runtime.getDeviceCount()
except Exception as error:
    if getattr(snakemake.resources, "gpus", 0):
        sys.exit(f"the job has a card, but cupy does not see it: {error}")
    xp, fft = np, scipy.fft

NS = {"ome": "http://www.openmicroscopy.org/Schemas/OME/2016-06"}


def widefield_psf(na, n, wavelength, pixel, plane, planes):
    """Born and Wolf's point spread, sampled at the middles of 3x3 parts of a pixel; all in nm."""
    axial = min(planes - 1, int(np.ceil(2 * 0.88 * wavelength / (n - np.sqrt(n * n - na * na)) / plane)))
    cone = axial * plane * na / np.sqrt(n * n - na * na)
    half = int(np.ceil((cone + 1.22 * wavelength / na) / pixel))
    s = np.linspace(0, na, 201)
    weights = np.where(np.arange(201) % 2 == 1, 4.0, 2.0)
    weights[[0, -1]] = 1  # Simpson's rule
    k = 2 * np.pi / wavelength
    radii = np.arange(0, (half + 1) * np.sqrt(2) * pixel, pixel / 10)
    pupil = scipy.special.j0(k * radii[:, None] * s) * s * weights
    sub = (np.arange(3) - 1) / 3
    at = np.arange(-half, half + 1)
    x, y, dx, dy = np.meshgrid(at, at, sub, sub, indexing="ij")
    distance = np.hypot(x + dx, y + dy) * pixel
    stack = []
    for z in range(-axial, axial + 1):
        phase = np.exp(1j * k * z * plane * np.sqrt(n * n - s * s))
        profile = np.abs(pupil @ phase) ** 2
        stack.append(np.interp(distance, radii, profile).mean(axis=(2, 3)))
    psf = np.array(stack)
    return psf / psf.sum()


def deconvolve(image, psf, iterations):
    """Richardson-Lucy on a stack that is mirrored beyond its borders; keeps values >= 0."""
    margins = [3 * (size // 2) for size in psf.shape]
    padded = np.pad(image, [(m, m) for m in margins], mode="symmetric")
    shape = [scipy.fft.next_fast_len(size, real=True) for size in padded.shape]
    extra = [(0, b - a) for a, b in zip(padded.shape, shape)]
    observed = xp.asarray(np.pad(padded, extra, mode="symmetric"), dtype=xp.float32)
    kernel = np.zeros(shape, dtype=np.float32)
    kernel[tuple(slice(0, size) for size in psf.shape)] = psf
    kernel = np.roll(kernel, [-(size // 2) for size in psf.shape], axis=(0, 1, 2))
    transfer = fft.rfftn(xp.asarray(kernel))
    mean = float(observed.mean())
    estimate = xp.maximum(observed, 1e-3 * mean)
    for _ in range(iterations):
        blurred = fft.irfftn(fft.rfftn(estimate) * transfer, shape)
        ratio = observed / xp.maximum(blurred, 1e-6 * mean)
        estimate = estimate * xp.maximum(0, fft.irfftn(fft.rfftn(ratio) * transfer.conj(), shape))
    inside = tuple(slice(m, m + size) for m, size in zip(margins, image.shape))
    result = estimate[inside]
    return result if xp is np else xp.asnumpy(result)


def main(job):
    with tifffile.TiffFile(job.input.image) as source:
        pixels = ET.fromstring(source.ome_metadata).find(".//ome:Pixels", NS)
        names = [channel.get("Name") for channel in pixels.findall("ome:Channel", NS)]
        pixel_um = float(pixels.get("PhysicalSizeX"))
        planes = int(pixels.get("SizeZ"))
        plane_um = float(pixels.get("PhysicalSizeZ", pixel_um))
        height, width = int(pixels.get("SizeY")), int(pixels.get("SizeX"))

        def deconvolved():
            for channel in range(len(names)):
                pages = range(channel * planes, (channel + 1) * planes)
                image = source.asarray(key=pages).reshape(planes, height, width).astype(np.float32)
                psf = widefield_psf(
                    job.params.optics["numericalAperture"],
                    job.params.optics["refractiveIndex"],
                    job.params.emissionNm[channel],
                    1000 * pixel_um,
                    1000 * plane_um,
                    planes,
                )
                result = deconvolve(image, psf, job.params.iterations)
                result[:, image.max(axis=0) == 0] = 0  # no tile lies there
                yield from result

        metadata = {
            "axes": "CZYX",
            "Channel": {"Name": names},
            "PhysicalSizeX": pixel_um,
            "PhysicalSizeXUnit": "µm",
            "PhysicalSizeY": pixel_um,
            "PhysicalSizeYUnit": "µm",
        }
        if planes > 1:
            metadata |= {"PhysicalSizeZ": plane_um, "PhysicalSizeZUnit": "µm"}
        tifffile.imwrite(
            job.output.image,
            deconvolved(),
            shape=(len(names), planes, height, width),
            dtype=np.float32,
            ome=True,
            metadata=metadata,
            compression="zlib",
        )


with scipy.fft.set_workers(snakemake.threads):
    main(snakemake)
