import { type ComponentType, useEffect, useRef, useState } from "react";
import * as messages from "../../messages.ts";
import { toast } from "../../stores/toasts.ts";

/**
 * A dialog whose script is loaded when it is first opened, because most visits never open it. If loading
 * fails, the dialog closes and a toast shows the error.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
	load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
	return (props) => {
		const [Dialog, setDialog] = useState<ComponentType<Props>>();
		const onCloseRef = useRef(props.onClose);
		onCloseRef.current = props.onClose;
		useEffect(() => {
			load().then(
				(dialog) => setDialog(() => dialog),
				() => {
					toast("error", messages.shopUnreachable);
					onCloseRef.current();
				},
			);
		}, []);
		return Dialog ? <Dialog {...props} /> : null;
	};
}
