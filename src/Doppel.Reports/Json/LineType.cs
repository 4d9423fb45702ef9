namespace Doppel.Reports.Json;

/// <summary>What a line of a JSON report holds.</summary>
internal enum LineType : byte
{
    /// <summary>Something of a later version, which is passed over.</summary>
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
