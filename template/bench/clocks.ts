// What a server has used: its processor time and its memory, which Linux has in /proc.

import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const TICK_MICROSECONDS = 10_000;

/** Processor times in microseconds, the wall clock in milliseconds. */
export function readClocks(pid: number) {
  const { user, system } = process.cpuUsage();
  const isLinux = process.platform === "linux";
  return {
    wall: performance.now(),
    client: user + system,
    server: isLinux ? processorTime(pid) : undefined,
    machine: isLinux ? machineTime() : 0,
  };
}

/** The processor time of a process and its descendants, in microseconds. */
function processorTime(pid: number): number {
  const rows = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map<number, number>();
  const times = new Map<number, number>();
  for (const row of rows) {
    const fields = statOf(Number(row));
    parents.set(Number(row), Number(fields[1]));
    times.set(Number(row), Number(fields[11]) + Number(fields[12]));
  }
  const isOurs = (process: number | undefined): boolean =>
    process !== undefined && (process === pid || isOurs(parents.get(process)));
  const ticks = [...times].reduce((sum, [process, time]) => (isOurs(process) ? sum + time : sum), 0);
  return ticks * TICK_MICROSECONDS;
}

/** The fields of /proc/<pid>/stat after the name: state, parent, and so on. Empty if the process has ended. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** The processor time of all processes, and the time that the host has taken. */
function machineTime(): number {
  const [total = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = total.split(/\s+/).map(Number);
  return (user + nice + system + irq + softIrq + steal) * TICK_MICROSECONDS;
}

/** The peak memory of a process, in megabytes. Undefined without /proc. */
export function peakMegabytes(pid: number): number | undefined {
  if (process.platform !== "linux") return;
  return Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/^VmHWM:\s+(\d+) kB$/m)?.[1]) / 1024;
}
