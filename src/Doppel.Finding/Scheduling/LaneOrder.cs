namespace Doppel.Finding;

/// <summary>An order of the pieces that are left in a <see cref="Lane"/>.</summary>
internal enum LaneOrder
{
    /// <summary>As they are.</summary>
    AsIs,

    /// <summary>A few from all over the disk first: they tell whether a head has to move to reach them.</summary>
    Spread,

    /// <summary>As they are, after single reads here and there have told whether a head has to move.</summary>
    Probed,

    /// <summary>As they lie on the disk.</summary>
    ByPlace,
}
