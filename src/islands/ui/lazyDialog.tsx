import { type ComponentType, useEffect, useRef, useState } from "react";
import * as messages from "../../messages.ts";
import { toast } from "../../stores/toasts.ts";

/**
 * A dialog whose script is fetched when it is first opened: most visits never do. Where it can't
 * be fetched the dialog closes and the user is told.
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
