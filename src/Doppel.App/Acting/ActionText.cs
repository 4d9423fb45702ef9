using Doppel.Acting;

namespace Doppel.App;

/// <summary>Provides the words for actions on duplicates.</summary>
internal static class ActionText
{
    /// <summary>Returns the verb for an action in a line of output, such as "link".</summary>
    internal static string Verb(ActionKind kind) => kind switch
    {
        ActionKind.HardLink => "link",
        ActionKind.SymbolicLink => "symlink",
        ActionKind.Reflink => "reflink",
        ActionKind.Trash => "trash",
        ActionKind.Delete => "delete",
        _ => "move",
    };

    /// <summary>Returns the description of names after an action, such as "linked".</summary>
    internal static string Done(ActionKind kind) => kind switch
    {
        ActionKind.HardLink or ActionKind.SymbolicLink => "linked",
        ActionKind.Reflink => "now sharing blocks with their keepers",
        ActionKind.Trash => "moved to the trash",
        ActionKind.Delete => "deleted",
        _ => "moved",
    };

    /// <summary>Returns the description of an action in progress, such as "Linking".</summary>
    internal static string Doing(ActionKind kind) => kind switch
    {
        ActionKind.HardLink or ActionKind.SymbolicLink => "Linking",
        ActionKind.Reflink => "Sharing blocks",
        ActionKind.Trash => "Moving to the trash",
        ActionKind.Delete => "Deleting",
        _ => "Moving",
    };

    /// <summary>Returns the question to ask before an action.</summary>
    /// <param name="kind">The action.</param>
    /// <param name="names">The number of names as text, such as "3 names".</param>
    internal static string Question(ActionKind kind, string names) => kind switch
    {
        ActionKind.HardLink => $"Replace {names} with hard links to their keepers? Linked files change together.",
        ActionKind.SymbolicLink => $"Replace {names} with symbolic links to their keepers?",
        ActionKind.Reflink => $"Share the blocks of {names} with their keepers?",
        ActionKind.Trash => $"Move {names} to the trash?",
        ActionKind.Delete => $"Permanently delete {names}?",
        _ => $"Move {names}?",
    };

    /// <summary>Returns the message about names that the action cannot be applied to, and what would work.</summary>
    internal static string Obstacle(ActionKind kind, ActObstacle obstacle) =>
        Skipped(kind, obstacle) + (obstacle.Kind, kind) switch
        {
            (ActObstacleKind.NoReflinks, _) => "; use doppel link or doppel trash",
            (ActObstacleKind.NoTrash, _) => "; use doppel move or doppel delete",
            (ActObstacleKind.ReadOnly, _) => "",
            _ => "; use doppel link --symbolic or doppel trash",
        };

    /// <summary>Returns the message about names that the action cannot be applied to.</summary>
    internal static string Skipped(ActionKind kind, ActObstacle obstacle) =>
        $"{Count.Of(obstacle.Names, "name")} on {Where(obstacle)} will be skipped: {WhyNot(kind, obstacle)}";

    /// <summary>Returns why the action is impossible, if it cannot be applied to any name.</summary>
    internal static string Impossible(ActionKind kind, ActObstacle obstacle) =>
        $"not possible on {Where(obstacle)}: {WhyNot(kind, obstacle)}";

    /// <summary>
    /// Returns what happens to the bytes of a plan, such as how many would be freed. Without an action, removal is
    /// assumed.
    /// </summary>
    internal static string Promise(ActionKind? kind, long bytes) => kind switch
    {
        ActionKind.Trash => $"emptying the trash would free {SizeText.Show(bytes)}",
        ActionKind.Move => $"{SizeText.Show(bytes)} would be moved",
        _ => $"{SizeText.Show(bytes)} would be freed",
    };

    private static string WhyNot(ActionKind kind, ActObstacle obstacle) => (obstacle.Kind, kind) switch
    {
        (ActObstacleKind.NoReflinks, _) => "it does not support reflinks",
        (ActObstacleKind.NoTrash, _) => "there is no trash, and you cannot create one there",
        (ActObstacleKind.ReadOnly, _) => "it is read-only",
        (_, ActionKind.Reflink) => "the copies that stay are on another file system",
        _ => "the copies that stay are on another file system, which hard links cannot cross",
    };

    private static string Where(ActObstacle obstacle)
    {
        string system = obstacle.FileSystem.Length > 0 ? $" ({obstacle.FileSystem})" : "";
        return obstacle.MountPoint.Length > 0 ? Quote.Text(obstacle.MountPoint) + system : "an unknown file system";
    }
}
