import type { Image } from '../imaging/image.ts';
import { type Measurements, worstOf } from './report.ts';

/** One channel of a cycle before or after deconvolution. */
export interface ChannelLight {
  /** Sum of all samples of all planes. */
  readonly total: number;
  /** Bright above middle, and standard deviation of the noise, of the middle plane, counts. */
  readonly signal: number;
  readonly noise: number;
}

export interface DeconvolvedChannel {
  readonly name: string;
  readonly before: ChannelLight;
  readonly after: ChannelLight;
}

/** What the channels of a cycle say, before and after, and how much each has changed. */
export function measureDecon(
  channels: readonly DeconvolvedChannel[],
  changes: readonly number[],
): Measurements<'decon'> {
  const each = (value: (channel: DeconvolvedChannel, index: number) => number) =>
    channels.map((channel, i) => ({ value: value(channel, i), where: `channel ${channel.name}` }));
  return {
    light: worstOf(
      each((channel) => Math.abs(lightRatio(channel) - 1)),
      'low',
    ),
    signal_to_noise: worstOf(each(gainOf), 'high'),
    change: worstOf(
      each((_, i) => changes[i] ?? Number.NaN),
      'high',
    ),
  };
}

/** Σ|after − before| / Σ before of two images of one size; a copy has 0. */
export function changeOf(before: Image, after: Image): number {
  let [moved, total] = [0, 0];
  for (const [i, value] of before.data.entries()) {
    moved += Math.abs((after.data[i] ?? 0) - value);
    total += value;
  }
  return moved / total;
}

/** Total after over total before. */
function lightRatio({ before, after }: DeconvolvedChannel): number {
  return after.total / before.total;
}

function signalToNoise({ signal, noise }: ChannelLight): number {
  return signal / noise;
}

/** Signal over noise after, over that before. */
function gainOf({ before, after }: DeconvolvedChannel): number {
  return signalToNoise(after) / signalToNoise(before);
}

/** Numbers of a channel for the report. */
export function deconNumbers(channel: DeconvolvedChannel): Record<string, number | string> {
  const { name, before, after } = channel;
  return {
    channel: name,
    lightRatio: short(lightRatio(channel)),
    signalToNoiseBefore: short(signalToNoise(before)),
    signalToNoiseAfter: short(signalToNoise(after)),
    noisePowerBefore: short(before.noise ** 2),
    noisePowerAfter: short(after.noise ** 2),
  };
}

function short(value: number): number {
  return Number(value.toPrecision(5));
}
