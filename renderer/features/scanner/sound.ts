const [PITCH_HZ, SECONDS, VOLUME] = [220, 0.25, 0.2];

/** Makes the sound of a scan that found nothing: one low tone. */
export function playNotFound(): void {
  const audio = new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = PITCH_HZ;
  volume.gain.value = VOLUME;
  tone.connect(volume).connect(audio.destination);
  tone.addEventListener("ended", () => void audio.close());
  tone.start();
  tone.stop(audio.currentTime + SECONDS);
}
