namespace Doppel.S3;

/// <summary>The statuses that a call treats as results.</summary>
[Flags]
internal enum Expected
{
    /// <summary>Only 200 to 299.</summary>
    Success = 0,

    /// <summary>404, except for a missing bucket when an object was requested.</summary>
    NotFound = 1,

    /// <summary>304.</summary>
    NotModified = 2,

    /// <summary>412.</summary>
    PreconditionFailed = 4,

    /// <summary>416.</summary>
    RangeNotSatisfiable = 8,

    /// <summary>409, unless retrying can resolve it.</summary>
    Conflict = 16,
}
