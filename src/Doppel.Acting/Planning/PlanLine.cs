namespace Doppel.Acting;

/// <summary>What a line of a plan holds.</summary>
internal enum PlanLine : byte
{
    /// <summary>Something of a later version, which is passed over.</summary>
    Unknown,
    Begin,
    Group,
    MediaGroup,
    Folder,
    Refusal,
    Summary,
}
