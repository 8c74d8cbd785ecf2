// A registry of npm's with the packages of package-lock.json, and of each of them a next version that asks for the same
// as this one. So a test can move a package before its next version is there.

import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Peer, serveFetch } from "../../../tests/support/peer.ts";

interface Locked {
  version?: string;
  link?: boolean;
  integrity?: string;
}

/** @returns the patch after a version, or the beta after a beta */
export function nextVersion(version: string): string {
  return version.replace(/(?<=^\d+\.\d+\.)\d+/, (patch) => String(Number(patch) + 1));
}

function nextMajor(version: string): string {
  return `${Number.parseInt(version, 10) + 1}.0.0`;
}

/**
 * Serves what npm asks to resolve versions. Nothing can be installed from it.
 *
 * @param majors the packages that have a next major version there, too
 */
export function serveRegistry(majors: string[]): Promise<Peer> {
  const documents = documentsOf(JSON.parse(readFileSync("package-lock.json", "utf8")).packages, majors);
  return serveFetch(async ({ url }) => {
    const versions = documents.get(decodeURIComponent(new URL(url).pathname.slice(1)));
    if (!versions) return new Response(null, { status: 404 });
    const name = Object.values(versions)[0]?.name;
    return Response.json({ name, "dist-tags": { latest: Object.keys(versions).at(-1) }, versions });
  });
}

interface Manifest extends Locked {
  name: string;
  version: string;
  dist: { tarball: string; integrity?: string };
}

function documentsOf(packages: Record<string, Locked>, majors: string[]): Map<string, Record<string, Manifest>> {
  const documents = new Map<string, Record<string, Manifest>>();
  for (const [path, locked] of Object.entries(packages)) {
    const [, name] = path.match(/^.*node_modules\/(.+)$/) ?? [];
    if (!name || !locked.version || locked.link) continue;
    const versions = documents.get(name) ?? {};
    versions[locked.version] ??= manifestOf(locked, name, locked.version, locked.integrity);
    const later = [nextVersion(locked.version), ...(majors.includes(name) ? [nextMajor(locked.version)] : [])];
    // npm takes two versions with one checksum for the same.
    for (const next of later)
      versions[next] ??= manifestOf(locked, name, next, `sha512-${hash("sha512", `${name}@${next}`, "base64")}`);
    documents.set(name, versions);
  }
  return documents;
}

function manifestOf(locked: Locked, name: string, version: string, integrity?: string): Manifest {
  const tarball = `https://registry.npmjs.org/${name}/-/${version}.tgz`;
  return { ...locked, name, version, integrity, dist: { tarball, integrity } };
}
