// The words for what can be done with the duplicates.
import type { PageAction } from "./answers";
import { count } from "./format";

interface Words {
  // Its name, and what it means for the files.
  title: string;
  meaning: string;
  // What the numbers of a plan are about.
  files: string;
  space: string;
  // The button, while it is done, and afterwards.
  begin: (files: number) => string;
  doing: string;
  done: string;
  // What became of a copy, and of a folder.
  gone: string;
  goneFolder: string;
}

export const actions: Record<PageAction, Words> = {
  trash: {
    title: "Move to the trash",
    meaning: "You can restore the files until you empty the trash. Only then is their space freed.",
    files: "Files to move to the trash",
    space: "Space freed once you empty the trash",
    begin: (files) => `Move ${count(files, "file")} to the trash`,
    doing: "Moving to the trash",
    done: "moved to the trash",
    gone: "In the trash",
    goneFolder: "In the trash",
  },
  link: {
    title: "Replace with hard links",
    meaning: "All names remain and lead to one file. If you change the file under one name, it changes under all of them.",
    files: "Files to replace with hard links",
    space: "Space freed",
    begin: (files) => `Replace ${count(files, "file")} with hard links`,
    doing: "Replacing with hard links",
    done: "replaced with hard links",
    gone: "Now a hard link",
    goneFolder: "Its files are now hard links",
  },
  reflink: {
    title: "Share blocks (reflinks)",
    meaning: "All files remain and can be changed independently of each other, but what they have in common is stored only once.",
    files: "Files that will share blocks",
    space: "Space freed",
    begin: (files) => `Share the blocks of ${count(files, "file")}`,
    doing: "Sharing blocks",
    done: "now sharing blocks",
    gone: "Now shares its blocks",
    goneFolder: "Its files now share blocks",
  },
  symlink: {
    title: "Replace with symbolic links",
    meaning: "All names remain and point to the copy that is kept. If you move or remove that copy, the links break.",
    files: "Files to replace with symbolic links",
    space: "Space freed",
    begin: (files) => `Replace ${count(files, "file")} with symbolic links`,
    doing: "Replacing with symbolic links",
    done: "replaced with symbolic links",
    gone: "Now a symbolic link",
    goneFolder: "Its files are now symbolic links",
  },
  delete: {
    title: "Delete permanently",
    meaning: "The files do not go to the trash. Undo can restore them only as long as the copies that are kept do not change.",
    files: "Files to delete permanently",
    space: "Space freed",
    begin: (files) => `Delete ${count(files, "file")} permanently`,
    doing: "Deleting",
    done: "deleted",
    gone: "Deleted",
    goneFolder: "Deleted",
  },
  move: {
    title: "Move to another folder",
    meaning: "The files have another place. Undo brings them back.",
    files: "Files to move",
    space: "Space freed here",
    begin: (files) => `Move ${count(files, "file")}`,
    doing: "Moving",
    done: "moved",
    gone: "Moved",
    goneFolder: "Moved",
  },
};
