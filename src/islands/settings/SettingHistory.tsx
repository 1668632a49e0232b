import * as texts from "../../messages/settings.ts";
import type { AuditEntry } from "../../shop/audit/audit.ts";
import type { SettingTopic } from "../../shop/settings/setting-topics.ts";
import { formatTimestamp } from "../../values/fields.ts";
import { Button } from "../ui/Button.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { useSaveSetting } from "./useSaveSetting.ts";

interface Props {
	topic: SettingTopic;
	version: number;
	/** The changes, the newest first. */
	entries: AuditEntry[];
}

/** What a setting was, each with a button that sets it so again. */
export function SettingHistory({ topic, version, entries }: Props) {
	const { sending, save } = useSaveSetting(topic, version);
	const hydrated = useHydrated();
	if (entries.length === 0) return <p className="text-quiet">{texts.noHistory}</p>;
	return (
		<ol className="grid gap-3">
			{entries.map(({ _id, createdAt, who, detail: { value } }, index) => (
				<li key={_id} className="flex flex-wrap items-center justify-between gap-3">
					<span>
						<time dateTime={createdAt} className="font-semibold">
							{formatTimestamp(createdAt)}
						</time>{" "}
						{value === null ? texts.tookBack[topic] : texts.changedTo[topic]}{" "}
						<span className="text-quiet">{texts.setBy(who?.name ?? texts.deletedAccount)}</span>
					</span>
					{index > 0 && (
						<Button
							look="btn-outline btn-sm"
							disabled={!hydrated || sending}
							aria-label={texts.restoreOf(formatTimestamp(createdAt))}
							onClick={() => save(typeof value === "string" ? JSON.parse(value) : null)}
						>
							{texts.restore}
						</Button>
					)}
				</li>
			))}
		</ol>
	);
}
