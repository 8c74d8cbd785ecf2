// The chart of template/performance.md: processor time per request, by route and server. Its colours follow the
// reader's theme.

import { cpus, ROUTE_NAMES, ROUTES, type RouteName } from "./load.ts";
import type { Result } from "./report.ts";
import { SERVERS, type ServerName } from "./servers.ts";

const SHOWN: ServerName[] = ["application", "stock", "floor"];

const [WIDTH, LEFT, RIGHT, TOP] = [760, 190, 60, 64];
const [BAR, GAP, GROUP_GAP] = [16, 3, 18];

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #292524 }
  .title { font-weight: 600 }
  .quiet { fill: #57534e }
  .application { fill: #4f46e5 }
  .stock { fill: #a8a29e }
  .floor { fill: #d6d3d1 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f5f5f4 }
    .quiet { fill: #a8a29e }
    .application { fill: #818cf8 }
    .stock { fill: #78716c }
    .floor { fill: #57534e }
  }
`;

/** @returns an SVG file */
export function chart({ servers }: Result): string {
  const names = SHOWN.filter((name) => servers[name]);
  const routes = ROUTE_NAMES.filter((route) => names.every((name) => servers[name]?.routes[route]));
  const cost = (name: ServerName, route: RouteName) => Math.min(...cpus(servers[name]?.routes[route]));
  const most = Math.max(...routes.flatMap((route) => names.map((name) => cost(name, route))));
  const group = names.length * (BAR + GAP) + GROUP_GAP;
  const height = TOP + routes.length * group;

  const legend = names.map((name, index) => {
    const x = LEFT + index * 150;
    return `<rect class="${name}" x="${x}" y="34" width="12" height="12" rx="3"/><text x="${x + 18}" y="45">${SERVERS[name].label}</text>`;
  });
  const bars = routes.flatMap((route, row) => {
    const top = TOP + row * group;
    const middle = top + (group - GROUP_GAP) / 2 + 3;
    return [
      `<text x="${LEFT - 12}" y="${middle}" text-anchor="end">${ROUTES[route].label}</text>`,
      ...names.map((name, index) => {
        const y = top + index * (BAR + GAP);
        const width = (cost(name, route) / most) * (WIDTH - LEFT - RIGHT);
        return (
          `<rect class="${name}" x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="3"/>` +
          `<text class="quiet" x="${(LEFT + width + 6).toFixed(1)}" y="${y + 13}">${Math.round(cost(name, route))}</text>`
        );
      }),
    ];
  });
  const title = "Processor time of the server per request, in µs";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="0" y="16">${title}</text>`,
    ...legend,
    ...bars,
    "</svg>\n",
  ].join("\n");
}
