/** The mark: a keyhole in a rounded square. The same drawing as public/favicon.svg. */
export function Mark(props: { class?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" class={`text-accent ${props.class ?? ""}`}>
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        d="M16 7a5.5 5.5 0 0 0-2.6 10.34L11.5 25h9l-1.9-7.66A5.5 5.5 0 0 0 16 7Z"
        class="fill-white forced-colors:fill-[Canvas]"
      />
    </svg>
  );
}
