using System.Security.Cryptography.X509Certificates;

namespace Doppel.S3.Tests.Servers;

/// <summary>Clients over TLS with connections of their own, which trust the certificate of the server.</summary>
internal static class SecureClients
{
    /// <summary>Makes one.</summary>
    public static S3Client SecureClient(this RealServer server)
    {
        var options = new S3ClientOptions
        {
            Endpoint = server.HttpsEndpoint!.GetLeftPart(UriPartial.Authority),
            Region = server.Region,
        };
        IS3CredentialsProvider credentials = S3CredentialsProvider.Fixed(server.Credentials);
        return new S3Client(options, credentials, http: null, to => Trust(to, server.CertificateFile));
    }

    private static void Trust(SocketsHttpHandler connections, string? certificateFile)
    {
        if (certificateFile is not null)
        {
            using X509Certificate2 trusted = X509CertificateLoader.LoadCertificateFromFile(certificateFile);
            string thumbprint = trusted.Thumbprint;
            connections.SslOptions.RemoteCertificateValidationCallback =
                (_, certificate, _, _) => certificate is X509Certificate2 shown && shown.Thumbprint == thumbprint;
        }
    }
}
