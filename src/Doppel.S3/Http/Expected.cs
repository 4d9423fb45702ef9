namespace Doppel.S3.Http;

/// <summary>Statuses that a call takes as results.</summary>
[Flags]
internal enum Expected
{
    /// <summary>200 to 299 only.</summary>
    Success = 0,

    /// <summary>404, but for a missing bucket where an object is asked for.</summary>
    NotFound = 1,

    /// <summary>304.</summary>
    NotModified = 2,

    /// <summary>412.</summary>
    PreconditionFailed = 4,

    /// <summary>416.</summary>
    RangeNotSatisfiable = 8,

    /// <summary>409, when it will not go away by waiting.</summary>
    Conflict = 16,
}
