using System.Net;
using Doppel.S3;

namespace Doppel.Volumes;

/// <summary>Turns failures of requests into errors, and keeps the texts of the latest ones.</summary>
/// <remarks>Thread-safe. The code of an error finds its text among the last 1,024.</remarks>
internal sealed class S3Failures
{
    private const int TextsMax = 1024;

    // Not the number of any system's error, so that a foreign code is never described by a text from here.
    private const int CodeMin = 1 << 20;

    private readonly string[] _texts = new string[TextsMax];
    private readonly Lock _gate = new();
    private int _count;

    /// <summary>Returns whether an exception is a failure of the environment.</summary>
    internal static bool IsFailure(Exception failure) =>
        failure is S3Exception or S3CredentialsException or OperationCanceledException;

    /// <summary>Returns the error for a failure for which <see cref="IsFailure"/> is true.</summary>
    internal VolumeError Of(Exception failure) => failure switch
    {
        S3Exception { Code: "InvalidObjectState" } => Add(
            VolumeErrorKind.Offline, "The object is archived. Restore it before it can be read"),
        S3Exception known => Add(KindOf(known), known.Message),
        S3CredentialsException => Add(VolumeErrorKind.AccessDenied, failure.Message),
        _ => Add(VolumeErrorKind.Other, "The volume was closed"),
    };

    /// <summary>Returns the error for a response without an object.</summary>
    internal VolumeError Of(S3Status status) => status switch
    {
        S3Status.NotFound => Add(VolumeErrorKind.Vanished, "The object has been deleted since it was listed"),
        S3Status.PreconditionFailed or S3Status.RangeNotSatisfiable => Changed(),
        _ => Add(VolumeErrorKind.Other, $"Unexpected response: {status}"),
    };

    /// <summary>Returns the error for an object that is not the listed one.</summary>
    internal VolumeError Changed() =>
        Add(VolumeErrorKind.Changed, "The object has been replaced since it was listed");

    /// <summary>Returns the error for a listing that is too large.</summary>
    internal VolumeError TooMany() => Add(VolumeErrorKind.Limit, "The listing has too many objects");

    /// <summary>Returns the text of an error, or null if it is not, or no longer, known.</summary>
    internal string? TextOf(VolumeError error)
    {
        lock (_gate)
        {
            int number = error.Code - CodeMin;
            return number >= 0 && number < _count && number >= _count - TextsMax ? _texts[number % TextsMax] : null;
        }
    }

    private static VolumeErrorKind KindOf(S3Exception failure) => failure switch
    {
        { Code: S3ErrorCode.ObjectChanged } or { StatusCode: HttpStatusCode.PreconditionFailed } =>
            VolumeErrorKind.Changed,
        { StatusCode: HttpStatusCode.NotFound } => VolumeErrorKind.Vanished,
        { StatusCode: HttpStatusCode.Forbidden or HttpStatusCode.Unauthorized } => VolumeErrorKind.AccessDenied,
        { StatusCode: HttpStatusCode.NotImplemented } => VolumeErrorKind.Unsupported,
        { Code: S3ErrorCode.ChecksumMismatch } or { IsRetryable: true } or { IsOutage: true }
            or { StatusCode: 0 } => VolumeErrorKind.InputOutput,
        _ => VolumeErrorKind.Other,
    };

    private VolumeError Add(VolumeErrorKind kind, string text)
    {
        lock (_gate)
        {
            _texts[_count % TextsMax] = text;
            return new VolumeError(kind, CodeMin + _count++);
        }
    }
}
