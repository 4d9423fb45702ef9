namespace Doppel.S3;

/// <summary>The expected outcomes of a request.</summary>
public enum S3Status
{
    /// <summary>The request succeeded; the object or bucket exists.</summary>
    Ok,

    /// <summary>The object or bucket does not exist.</summary>
    NotFound,

    /// <summary>The object is still the version that the caller knows.</summary>
    NotModified,

    /// <summary>A condition does not hold; nothing was changed.</summary>
    PreconditionFailed,

    /// <summary>The requested range contains no byte of the object.</summary>
    RangeNotSatisfiable,

    /// <summary>The object or bucket already exists, or a concurrent request is changing it.</summary>
    Conflict,
}
