namespace Doppel.Acting;

/// <summary>Specifies the type of a line in a plan.</summary>
internal enum PlanLine : byte
{
    /// <summary>A type of a later version, which is skipped.</summary>
    Unknown,
    Begin,
    Group,
    MediaGroup,
    Folder,
    Refusal,
    Summary,
}
