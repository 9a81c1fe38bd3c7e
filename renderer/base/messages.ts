/** Short spans of time with their unit, for the status bar. */
export const SPANS = {
  milliseconds: (count: string): string => `${count} ms`,
  seconds: (count: string): string => `${count} s`,
  minutes: (count: string): string => `${count} min`,
  minutesAndSeconds: (minutes: string, seconds: string): string => `${minutes} min ${seconds} s`,
  hours: (count: string): string => `${count} h`,
  days: (count: string): string => `${count} d`,
  months: (count: string): string => `${count} mo`,
  years: (count: string): string => `${count} y`,
};
