namespace Doppel.Acting;

/// <summary>Specifies what happens to a duplicate.</summary>
public enum ActionKind
{
    /// <summary>Its names become hard links to the keeper.</summary>
    HardLink,

    /// <summary>Its names become symbolic links to the keeper.</summary>
    SymbolicLink,

    /// <summary>Its names are unchanged, and its blocks are shared with the keeper (reflink).</summary>
    Reflink,

    /// <summary>Its names are moved to the trash.</summary>
    Trash,

    /// <summary>Its names are deleted permanently.</summary>
    Delete,

    /// <summary>Its names are moved to another folder.</summary>
    Move,
}
