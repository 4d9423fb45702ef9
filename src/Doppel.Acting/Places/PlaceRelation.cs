namespace Doppel.Acting;

/// <summary>Specifies what is known about the folder of something to be removed and that of its keeper.</summary>
internal enum PlaceRelation
{
    /// <summary>They are two places.</summary>
    Different,

    /// <summary>
    /// They seem to be two places. A removal is taken back unless the keeper can be read again after it, until one has
    /// shown that they are.
    /// </summary>
    Held,

    /// <summary>It cannot be determined.</summary>
    Unknown,

    /// <summary>They are one place under two names.</summary>
    Same,
}
