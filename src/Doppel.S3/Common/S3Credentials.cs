using System.Text;

namespace Doppel.S3;

/// <summary>Credentials that sign requests. <c>ToString</c> never includes the secrets.</summary>
public sealed record S3Credentials
{
    /// <summary>The access key ID, such as <c>AKIAIOSFODNN7EXAMPLE</c>. It is not secret.</summary>
    public required string AccessKeyId { get; init; }

    /// <summary>The secret access key.</summary>
    public required string SecretAccessKey { get; init; }

    /// <summary>The session token of temporary credentials, or null for long-term credentials.</summary>
    public string? SessionToken { get; init; }

    /// <summary>When the credentials expire, or null if they do not expire or the time is unknown.</summary>
    public DateTimeOffset? Expiration { get; init; }

    // Called by the ToString method of the record.
    private bool PrintMembers(StringBuilder text)
    {
        text.Append(nameof(AccessKeyId)).Append(" = ").Append(AccessKeyId);
        return true;
    }
}
