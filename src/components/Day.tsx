/** A date, with the exact time on hover. The format is fixed, so server and browser render the same text. */
export function Day(props: { iso: string }) {
  return (
    <time datetime={props.iso} title={new Date(props.iso).toUTCString()}>
      {new Date(props.iso).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" })}
    </time>
  );
}
