namespace Doppel.Reports;

/// <summary>What counted as sound or picture when media files were compared.</summary>
public enum ReportMediaPolicy : byte
{
    /// <summary>Everything that changes what is seen or heard: colour profiles and encoder-delay headers too.</summary>
    Strict,

    /// <summary>The coded sound or picture only.</summary>
    Loose,
}
