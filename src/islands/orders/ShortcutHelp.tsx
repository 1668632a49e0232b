import * as common from "../../messages.common.ts";
import * as texts from "../../messages.workspace.ts";
import { Modal } from "../ui/Modal.tsx";

interface Props {
	isOn: boolean;
	onChange: (on: boolean) => void;
	onClose: () => void;
}

/** What each key does, and whether keys do anything. */
export function ShortcutHelp({ isOn, onChange, onClose }: Props) {
	return (
		<Modal title={texts.keyboard} onClose={onClose}>
			<dl className="shortcuts">
				{texts.shortcuts.map(([keys, what]) => (
					<div key={keys}>
						<dt>{keys}</dt>
						<dd>{what}</dd>
					</div>
				))}
			</dl>
			<label className="flex min-h-6 items-center gap-3 py-4">
				<input
					type="checkbox"
					className="size-6 accent-primary"
					checked={isOn}
					onChange={({ target: { checked } }) => onChange(checked)}
				/>
				{texts.keysAreOn}
			</label>
			<button type="button" className="btn btn-outline" onClick={onClose}>
				{common.close}
			</button>
		</Modal>
	);
}
