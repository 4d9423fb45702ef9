// A dialog that is open as long as it exists.
import { useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  // Null if it cannot be closed by the user.
  onClose: (() => void) | null;
  isWide?: boolean;
  children: preact.ComponentChildren;
}

export function Dialog({ title, onClose, isWide, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? "is-wide" : ""}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}
