namespace Doppel.Acting;

/// <summary>What becomes of a duplicate.</summary>
public enum ActionKind
{
    /// <summary>Its names become hard links of the keeper.</summary>
    HardLink,

    /// <summary>Its names become symbolic links to the keeper.</summary>
    SymbolicLink,

    /// <summary>Its names stay what they are, and its blocks become those of the keeper (reflink).</summary>
    Reflink,

    /// <summary>Its names are put into the trash.</summary>
    Trash,

    /// <summary>Its names are removed for good.</summary>
    Delete,

    /// <summary>Its names are moved below another folder.</summary>
    Move,
}
