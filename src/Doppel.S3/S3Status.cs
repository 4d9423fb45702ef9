namespace Doppel.S3;

/// <summary>How an expected answer turned out.</summary>
public enum S3Status
{
    /// <summary>It was done; the object or bucket is there.</summary>
    Ok,

    /// <summary>There is no such object or bucket.</summary>
    NotFound,

    /// <summary>It is still the one that the caller knows.</summary>
    NotModified,

    /// <summary>A condition does not hold; nothing was done.</summary>
    PreconditionFailed,

    /// <summary>The object has no byte in the wanted range.</summary>
    RangeNotSatisfiable,

    /// <summary>It is there already, or another request is changing it at the same time.</summary>
    Conflict,
}
