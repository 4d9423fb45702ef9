namespace Doppel.Acting;

/// <summary>Provides properties of <see cref="ActionKind"/> values.</summary>
public static class ActionKinds
{
    /// <summary>Returns whether the action leaves nothing under the names that it is applied to.</summary>
    public static bool RemovesNames(this ActionKind kind) =>
        kind is ActionKind.Trash or ActionKind.Delete or ActionKind.Move;

    /// <summary>Returns whether the action frees disk space immediately.</summary>
    public static bool FreesBlocks(this ActionKind kind) => kind is not (ActionKind.Trash or ActionKind.Move);
}
