namespace Doppel.Reports.Rmlint;

/// <summary>What an object of the array is.</summary>
internal enum RmlintItemKind : byte
{
    /// <summary>No field at all; ends a report without a footer.</summary>
    Empty,

    Header,

    /// <summary>A file of a set of duplicates.</summary>
    Duplicate,

    /// <summary>Lint of another type, such as an empty file.</summary>
    Other,

    Footer,
}
