// The text of times (src/components/ui/RelativeTime.tsx).

export const timeText = { justNow: "just now" };
