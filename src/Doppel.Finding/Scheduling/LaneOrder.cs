namespace Doppel.Finding;

/// <summary>The order of the remaining items in a <see cref="Lane"/>.</summary>
internal enum LaneOrder
{
    /// <summary>The current order.</summary>
    AsIs,

    /// <summary>
    /// A few items from all over the disk first, to find out whether a head has to move to reach them.
    /// </summary>
    Spread,

    /// <summary>The current order, after single reads across the disk have shown whether a head has to move.</summary>
    Probed,

    /// <summary>By position on the disk.</summary>
    ByPlace,
}
