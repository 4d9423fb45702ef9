namespace Doppel.Reports;

/// <summary>The kind of an object in the array.</summary>
internal enum RmlintItemKind : byte
{
    /// <summary>An object without fields, which ends a report that has no footer.</summary>
    Empty,

    Header,

    /// <summary>A file of a set of duplicates.</summary>
    Duplicate,

    /// <summary>Another kind of lint, such as an empty file.</summary>
    Other,

    Footer,
}
