using System.Diagnostics.CodeAnalysis;

namespace Doppel.S3;

/// <summary>Throws the exceptions of signing, to keep them out of the hot paths.</summary>
internal static class SigningErrors
{
    [DoesNotReturn]
    internal static void DestinationTooShort(int destination, int wanted) => throw new ArgumentException(
        $"The destination has {destination} characters, {wanted} are needed.", nameof(destination));

    [DoesNotReturn]
    internal static void BadSurrogate(int index) => throw new ArgumentException(
        $"The text has half a surrogate pair at {index}. It has no UTF-8, so it can be neither sent nor signed.");

    [DoesNotReturn]
    internal static void PathWithoutSlash() =>
        throw new ArgumentException("The path of a request begins with '/'.");

    [DoesNotReturn]
    internal static void BadWord(string what) => throw new ArgumentException(
        $"{what} must be visible ASCII without '/', ',' and blanks.");

    [DoesNotReturn]
    internal static void BadSecret() => throw new ArgumentException("The secret key is empty.");

    [DoesNotReturn]
    internal static void BadHeaderName(string name) => throw new ArgumentException(
        $"'{name}' is not a header name: use letters, digits and !#$%&'*+-.^_`|~.");

    [DoesNotReturn]
    internal static void BadHeaderValue(ReadOnlySpan<char> name) => throw new ArgumentException(
        $"The value of the header {name} has characters that are not visible ASCII, blanks or tabs. Encode it first.");

    [DoesNotReturn]
    internal static void HeaderAlreadySigned(string name) => throw new ArgumentException(
        $"The header {name} is always signed, from its own property. Leave it out of"
        + $" {nameof(SigningRequest.Headers)}.");

    [DoesNotReturn]
    internal static void TooManyFields(int countMax) => throw new ArgumentException(
        $"A request has at most {countMax} headers or parameters to sign.");

    [DoesNotReturn]
    internal static void ParameterOfSignature(string name) => throw new ArgumentException(
        $"The parameter {name} belongs to the signature. Leave it out of {nameof(PresignRequest.Query)}.");

    [DoesNotReturn]
    internal static void BadLifetime(TimeSpan lifetime) => throw new ArgumentException(
        $"An address is good for whole seconds, from one to {PresignRequest.LifetimeMax.TotalSeconds}, and not for"
        + $" {lifetime}.");

    [DoesNotReturn]
    internal static void BadSignatureLength(int length) =>
        throw new ArgumentException($"A signature has 32 bytes and not {length}.");

    [DoesNotReturn]
    internal static void FieldOfPolicy(string field) => throw new ArgumentException(
        $"The field {field} is set by the policy itself.", nameof(field));

    [DoesNotReturn]
    internal static void BadLengthRange(long bytesMin, long bytesMax) => throw new ArgumentException(
        $"The size range must start at 0 or more and not end before it starts: {bytesMin} to {bytesMax} is not valid.");
}
