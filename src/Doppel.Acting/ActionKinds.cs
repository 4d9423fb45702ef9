namespace Doppel.Acting;

/// <summary>What actions have in common.</summary>
public static class ActionKinds
{
    /// <summary>Whether names that an action is done to lead to nothing afterwards.</summary>
    public static bool RemovesNames(this ActionKind kind) =>
        kind is ActionKind.Trash or ActionKind.Delete or ActionKind.Move;

    /// <summary>Whether blocks come free by it at once.</summary>
    public static bool FreesBlocks(this ActionKind kind) => kind is not (ActionKind.Trash or ActionKind.Move);
}
