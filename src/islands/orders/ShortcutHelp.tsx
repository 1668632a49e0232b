import * as common from "../../messages/common.ts";
import * as texts from "../../messages/workspace.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
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
			<dl className="pairs pt-5">
				{texts.shortcuts.map(([keys, what]) => (
					<div key={keys}>
						<dt>{keys}</dt>
						<dd>{what}</dd>
					</div>
				))}
			</dl>
			<Checkbox
				className="py-4"
				checked={isOn}
				onChange={({ target: { checked } }) => onChange(checked)}
			>
				{texts.keysAreOn}
			</Checkbox>
			<Button onClick={onClose}>{common.close}</Button>
		</Modal>
	);
}
