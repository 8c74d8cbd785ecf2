// The text of times (src/components/ui/RelativeTime.tsx), and the language of dates.

export const timeText = { language: "en", justNow: "just now" };
