using System.Text;

namespace Doppel.S3;

/// <summary>Who signs. Its text never shows the secrets.</summary>
public sealed record S3Credentials
{
    /// <summary>The public half of the key, such as <c>AKIAIOSFODNN7EXAMPLE</c>.</summary>
    public required string AccessKeyId { get; init; }

    /// <summary>The secret half of the key.</summary>
    public required string SecretAccessKey { get; init; }

    /// <summary>The token of credentials that are lent for a time; null for lasting ones.</summary>
    public string? SessionToken { get; init; }

    /// <summary>When they end; null for lasting ones, and where nobody said.</summary>
    public DateTimeOffset? Expiration { get; init; }

    // Called by ToString of the record.
    private bool PrintMembers(StringBuilder text)
    {
        text.Append(nameof(AccessKeyId)).Append(" = ").Append(AccessKeyId);
        return true;
    }
}
