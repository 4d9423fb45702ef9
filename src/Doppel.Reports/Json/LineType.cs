namespace Doppel.Reports;

/// <summary>The type of a line in a JSON report.</summary>
internal enum LineType : byte
{
    /// <summary>A type of a later version, which is skipped.</summary>
    Unknown,
    Begin,
    Group,
    Folders,
    Contained,
    Empty,
    MediaGroup,
    NotComparable,
    Unique,
    Problem,
    Summary,
}
