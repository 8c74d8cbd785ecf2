// A DNS server with TXT records of its own. Other names do not exist; those above a record exist and have no text.

import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

const [NO_ERROR, NAME_ERROR] = [0, 3];
const TXT = 16;
const HEADER_BYTES = 12;
const MAX_STRING_BYTES = 255;

export interface DnsServer {
  /** The server's address, with its port. */
  address: string;
  close: () => void;
}

/** @param records the texts of each name; changes count at once */
export async function startDns(records: Record<string, string[]>): Promise<DnsServer> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { address, port }) => socket.send(answerTo(query, records), port, address));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { address, port } = socket.address() as AddressInfo;
  return { address: `${address}:${port}`, close: () => socket.close() };
}

function answerTo(query: Buffer, records: Record<string, string[]>): Buffer {
  const labels: string[] = [];
  let end = HEADER_BYTES;
  for (let size = query[end] ?? 0; size > 0; size = query[end] ?? 0) {
    labels.push(query.toString("latin1", end + 1, end + 1 + size));
    end += 1 + size;
  }
  const question = query.subarray(HEADER_BYTES, end + 5);
  const name = labels.join(".").toLowerCase();
  const texts = question.readUInt16BE(question.length - 4) === TXT ? (records[name] ?? []) : [];
  const exists = Object.keys(records).some((known) => known === name || known.endsWith(`.${name}`));
  const head = Buffer.alloc(HEADER_BYTES);
  query.copy(head, 0, 0, 2);
  // A response, recursion desired and available.
  head.writeUInt16BE(0x8180 | (exists ? NO_ERROR : NAME_ERROR), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(texts.length, 6);
  return Buffer.concat([head, question, ...texts.map(textRecord)]);
}

/** The name is that of the question. A long text is several strings. */
function textRecord(text: string): Buffer {
  const parts = text.match(new RegExp(`.{1,${MAX_STRING_BYTES}}`, "g")) ?? [""];
  const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]));
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, TXT, 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
