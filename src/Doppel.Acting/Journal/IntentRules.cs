using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Validates intents. A journal with an invalid intent is rejected before anything is changed.</summary>
/// <remarks>
/// An undo changes the files named in a journal. No name may therefore point anywhere that a run could not have acted
/// on.
/// </remarks>
internal static class IntentRules
{
    /// <summary>Rejects an intent that no run with the given action can have written.</summary>
    /// <exception cref="FormatException">The intent is invalid. The message says why.</exception>
    internal static void Check(JournalIntent intent, ActionKind action)
    {
        Demand(intent.Number is >= 0 and < long.MaxValue, "a number is out of its range");
        CheckName(intent.Name);
        if (!intent.Keeper.IsEmpty)
        {
            CheckName(intent.Keeper);
        }

        EntryFacts.Check(intent.Facts);
        EntryFacts.Check(intent.KeeperFacts);
        bool isFolder = intent.Facts.Kind == EntryKind.Folder;
        bool isLink = !intent.LinkText.IsEmpty || !intent.OldTarget.IsEmpty;
        Demand(isFolder ? intent.Temporary.Length == 0 : TemporaryName.Is(Encoding.UTF8.GetBytes(intent.Temporary)),
            "a temporary name is not of Doppel's form");
        Demand(!isFolder || !isLink, "a folder is a link as well");
        Demand(intent.LinkText.IsEmpty || intent.OldTarget.IsEmpty, "a link is both removed and redirected");
        Demand(!(isFolder || isLink) || action.RemovesNames(), "the action leaves folders and links alone");

        // A file or object can be removed although no copy of it stays.
        bool isAlone = action is ActionKind.Trash or ActionKind.Delete && !isLink && intent.Media is null;
        Demand(isFolder || !intent.LinkText.IsEmpty || isAlone || !intent.Keeper.IsEmpty,
            "the name of a keeper is missing");
        CheckTarget(intent, action, isFolder);
    }

    /// <summary>Rejects a name that is not absolute, or contains an empty component, ".", ".." or a NUL.</summary>
    /// <exception cref="FormatException">The name is invalid.</exception>
    internal static void CheckName(ReportName name) => Demand(IsName(name), "a name is not an absolute path");

    // The key of an object is not a path: it may have empty components, and end with a slash.
    private static bool IsName(ReportName name) => !name.Bytes.Contains((byte)0) && (ObjectName.Is(name)
        ? ObjectName.RootLength(name.Bytes) is > 0 and int root && name.Bytes.Length > root
        : PlanPaths.IsPlain(name.Bytes));

    private static void CheckTarget(JournalIntent intent, ActionKind action, bool isFolder)
    {
        ReportName target = intent.Target;
        if (isFolder)
        {
            Demand(target.IsEmpty, "a folder has a target");
        }
        else if (!intent.OldTarget.IsEmpty || action == ActionKind.SymbolicLink)
        {
            Demand(!target.IsEmpty && !target.Bytes.Contains((byte)0), "a symbolic link has no target");
        }
        else if (action == ActionKind.Move)
        {
            Demand(IsName(target), "a moved file has no destination");
        }
        else if (action == ActionKind.Trash)
        {
            // The target is empty for the system's own recycle bin, which does not reveal where a file goes.
            Demand(target.IsEmpty || (IsName(target) && IsInTrash(target)), "a location in the trash is not valid");
        }
        else
        {
            Demand(target.IsEmpty, "a name has a target that its action does not need");
        }
    }

    private static bool IsInTrash(ReportName target)
    {
        ReadOnlySpan<byte> folder = target.Bytes[..target.Bytes.LastIndexOf((byte)'/')];
        return folder.EndsWith("/files"u8) && folder.Length > "/files".Length;
    }

    private static void Demand(bool isSo, string otherwise)
    {
        if (!isSo)
        {
            throw new FormatException(otherwise);
        }
    }
}
