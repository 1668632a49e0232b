import { useEffect, useState } from "react";

const minuteMs = 60_000;

/**
 * The current time, and the time left until an ISO 8601 timestamp as text. Updates every minute, and every
 * second in the last two minutes.
 */
export function useCountdown(until: string): { now: number; timeLeft: string } {
	const [now, setNow] = useState(() => Date.now());
	const remainingMs = Math.max(0, Date.parse(until) - now);
	useEffect(() => {
		if (remainingMs === 0) return;
		const timer = setTimeout(
			() => setNow(Date.now()),
			remainingMs > 2 * minuteMs ? minuteMs : 1000,
		);
		return () => clearTimeout(timer);
	}, [remainingMs]);
	return { now, timeLeft: formatDuration(remainingMs) };
}

function formatDuration(remainingMs: number): string {
	const minutes = Math.floor(remainingMs / minuteMs);
	if (minutes < 1) return `${Math.floor(remainingMs / 1000)} s`;
	if (minutes < 60) return `${minutes} min`;
	return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
