using Doppel.S3.Http;

namespace Doppel.S3;

/// <summary>Where an object comes from, to ask for the rest of it.</summary>
internal sealed record ObjectSource(S3Transport Transport, string Bucket, string Key, string? VersionId)
{
    /// <summary>Asks for a part of the same object.</summary>
    /// <param name="first">Its first byte.</param>
    /// <param name="last">Its last byte.</param>
    /// <param name="etag">What the object has to be still.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">It is another object, or the server cannot give parts.</exception>
    internal async ValueTask<HttpResponseMessage> GetRestAsync(
        long first, long last, string etag, CancellationToken cancellationToken)
    {
        S3Call call = Transport.Begin(HttpMethod.Get, Bucket, Key);
        if (VersionId is not null)
        {
            call.AddQuery("versionId", VersionId);
        }

        call.AddHeader("range", $"bytes={first}-{last}");
        call.AddHeader("if-match", etag);
        call.Expected = Expected.PreconditionFailed | Expected.NotFound;
        HttpResponseMessage answer = await Transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        var rest = new S3ObjectInfo(answer);
        bool isSame = rest.IsFound && rest.ETag == etag;
        if (isSame && rest.Offset == first && rest.Length == last - first + 1)
        {
            return answer;
        }

        answer.Dispose();
        throw new S3Exception(isSame
            ? $"{Bucket}/{Key}: the connection broke, and the server does not give the rest of an object."
            : $"{Bucket}/{Key}: the connection broke, and the object is another one by now.")
        {
            Code = isSame ? S3ErrorCode.BadAnswer : S3ErrorCode.ObjectChanged,
            StatusCode = answer.StatusCode,
        };
    }
}
