/** A date, the exact time on hover. Always in one spelling, so that server and browser write the same. */
export function Day(props: { iso: string }) {
  return (
    <time datetime={props.iso} title={new Date(props.iso).toUTCString()}>
      {new Date(props.iso).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" })}
    </time>
  );
}
