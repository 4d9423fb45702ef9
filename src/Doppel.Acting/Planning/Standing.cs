namespace Doppel.Acting;

/// <summary>Ranks a copy by its patterns and reference folders, best keepers first.</summary>
internal enum Standing : byte
{
    /// <summary>The copy is below a reference folder and is kept.</summary>
    Reference,

    /// <summary>The copy matches a keep pattern and is kept.</summary>
    Kept,

    /// <summary>No pattern or reference folder applies.</summary>
    Free,

    /// <summary>The copy matches a drop pattern and is dropped if another copy can be kept.</summary>
    Unwanted,
}
