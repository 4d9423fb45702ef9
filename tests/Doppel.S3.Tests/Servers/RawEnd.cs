namespace Doppel.S3.Tests.Servers;

/// <summary>How a server ended a connection.</summary>
public enum RawEnd
{
    /// <summary>It said that it sends nothing more.</summary>
    Closed,

    /// <summary>By a reset.</summary>
    Reset,
}
